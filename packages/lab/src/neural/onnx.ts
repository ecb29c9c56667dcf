// ONNX models as bytes: collects nodes, constants, inputs and outputs, and writes them as protobuf. It knows nothing about
// gradients or networks; build with graph.ts.

import type { MessageInitShape } from '@bufbuild/protobuf';
import { create, toBinary } from '@bufbuild/protobuf';
import type { TypeProtoSchema } from 'onnx-buf';
import {
  AttributeProto_AttributeType as AttributeType,
  AttributeProtoSchema,
  ModelProtoSchema,
  NodeProtoSchema,
  StringStringEntryProtoSchema,
  TensorProtoSchema,
  ValueInfoProtoSchema,
} from 'onnx-buf';

export type ElementType = 'float32' | 'int32' | 'int64' | 'uint8' | 'bool';
export type ElementArray = Float32Array | Int32Array | BigInt64Array | Uint8Array;

/** An attribute of a node: text, whole numbers, or a number that is a float even if it is whole. */
export type Attribute = string | number | readonly number[] | { readonly float: number };

/** The dimension that stays open until a model runs: the number of boards. */
export const BATCH = -1;

/** The numbers of TensorProto.DataType. */
const ELEMENT_TYPES: Readonly<Record<ElementType, number>> = { float32: 1, uint8: 2, int32: 6, int64: 7, bool: 9 };
/** Operator set and file version that ONNX Runtime, in Node and in pages, has read since 2023. */
const OPSET = 18n;
const IR_VERSION = 9n;

export class OnnxBuilder {
  readonly #nodes: MessageInitShape<typeof NodeProtoSchema>[] = [];
  readonly #constants: MessageInitShape<typeof TensorProtoSchema>[] = [];
  readonly #inputs: MessageInitShape<typeof ValueInfoProtoSchema>[] = [];
  readonly #outputs: MessageInitShape<typeof ValueInfoProtoSchema>[] = [];

  input(name: string, shape: readonly number[], type: ElementType): void {
    this.#inputs.push(valueInfo(name, shape, type));
  }

  output(name: string, shape: readonly number[], type: ElementType): void {
    this.#outputs.push(valueInfo(name, shape, type));
  }

  /** Values are read when the model is written. */
  constant(name: string, shape: readonly number[], values: ElementArray, type: ElementType): void {
    const rawData = new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
    this.#constants.push({ name, dims: shape.map(BigInt), dataType: ELEMENT_TYPES[type], rawData });
  }

  node(
    opType: string,
    input: readonly string[],
    output: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
  ): void {
    const attribute = Object.entries(attributes).map(([name, value]) => attributeOf(name, value));
    this.#nodes.push({ opType, name: `${opType}:${output[0]}`, input: [...input], output: [...output], attribute });
  }

  bytes(metadata: Readonly<Record<string, string>> = {}): Uint8Array {
    return toBinary(
      ModelProtoSchema,
      create(ModelProtoSchema, {
        irVersion: IR_VERSION,
        producerName: 'afterstate',
        opsetImport: [{ domain: '', version: OPSET }],
        metadataProps: Object.entries(metadata).map(([key, value]) =>
          create(StringStringEntryProtoSchema, { key, value }),
        ),
        graph: {
          name: 'network',
          node: this.#nodes,
          initializer: this.#constants,
          input: this.#inputs,
          output: this.#outputs,
        },
      }),
    );
  }
}

function valueInfo(
  name: string,
  shape: readonly number[],
  type: ElementType,
): MessageInitShape<typeof ValueInfoProtoSchema> {
  const dim = shape.map((size) => ({
    value:
      size === BATCH
        ? { case: 'dimParam' as const, value: 'batch' }
        : { case: 'dimValue' as const, value: BigInt(size) },
  }));
  const value: MessageInitShape<typeof TypeProtoSchema>['value'] = {
    case: 'tensorType',
    value: { elemType: ELEMENT_TYPES[type], shape: { dim } },
  };
  return { name, type: { value } };
}

function attributeOf(name: string, value: Attribute): MessageInitShape<typeof AttributeProtoSchema> {
  if (typeof value === 'string') return { name, type: AttributeType.STRING, s: new TextEncoder().encode(value) };
  if (typeof value === 'number') return { name, type: AttributeType.INT, i: BigInt(value) };
  if ('float' in value) return { name, type: AttributeType.FLOAT, f: value.float };
  return { name, type: AttributeType.INTS, ints: value.map(BigInt) };
}
