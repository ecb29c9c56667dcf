// The OpenAPI document as one page of HTML, with a few lines of its own style and no script.

import type { Json, JsonObject } from './openapi.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd8cf, #3a3733); --quiet: light-dark(#6b645a, #a49c90);
  --page: light-dark(#faf8f5, #1b1917); --panel: light-dark(#fff, #242220); --accent: light-dark(#9a4b12, #f0a868); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--page);
  color: light-dark(#26231f, #ece7df); }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0; font-weight: 500; } h3 { font-size: .8rem; color: var(--quiet);
  margin: 1rem 0 .25rem; font-weight: 600; }
a { color: var(--accent); } p { margin: .4rem 0; max-width: 48rem; }
nav ul { list-style: none; padding: 0; columns: 20rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin: 1rem 0; }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--page); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
.method { font-weight: 700; color: var(--accent); margin-right: .5rem; } .address { font-size: 1rem; font-weight: 600; }
.quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } td { border-top: 1px solid var(--line); padding: .3rem .75rem .3rem 0;
  vertical-align: top; } td:first-child { width: 8rem; } td:last-child { width: 60%; padding-right: 0; }
`;

export function docsPage(document: JsonObject): string {
  const { title, version, description } = document['info'] as Record<string, string>;
  const operations = Object.entries(at(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(at(methods)).map(([method, operation]) => ({ path, method, operation: at(operation) })),
  );
  const links = operations.map(
    ({ path, operation }) =>
      `<li><a href="#${text(operation['operationId'])}">${text(operation['summary'])}</a> <code class="quiet">${text(path)}</code></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API · ${text(title)}</title>
<style>${STYLE}</style>
<header>
<h1>${text(title)} <span class="quiet">API ${text(version)}</span></h1>
<p>${text(description)} <a href="/api/openapi.json">OpenAPI document</a> · <a href="/">the app</a></p>
</header>
<nav><ul>
${links.join('\n')}
</ul></nav>
<main>
${operations.map(({ path, method, operation }) => section(path, method, operation, document)).join('\n')}
<section id="errors">
<h2>Errors</h2>
<p>Every error has the form <code>{"error": {"code": "…", "message": "…"}}</code>; the message says more than this table.</p>
${table(errorRows(operations, document))}
</section>
</main>
`;
}

/** Every status of any operation, and what it means. */
function errorRows(operations: readonly { operation: JsonObject }[], document: JsonObject): string[][] {
  const all = Object.assign({}, ...operations.map(({ operation }) => operation['responses'])) as JsonObject;
  const { '200': _success, ...errors } = all;
  return Object.entries(errors).map(([status, error]) => {
    const [code = '', ...words] = String(resolved(at(error), document)['description']).split(': ');
    return [text(status), `<code>${text(code)}</code>`, text(words.join(': '))];
  });
}

function section(path: string, method: string, operation: JsonObject, document: JsonObject): string {
  const body = schemaIn(operation['requestBody'], document);
  const responses = at(operation['responses']);
  const { '200': success, ...errors } = responses;
  const answer = schemaIn(success, document);
  const parameters = (operation['parameters'] ?? []) as JsonObject[];
  return `<section id="${text(operation['operationId'])}">
<p><span class="method">${method.toUpperCase()}</span><code class="address">${text(path)}</code></p>
<h2>${text(operation['summary'])}</h2>
${operation['description'] === undefined ? '' : `<p class="quiet">${text(operation['description'])}</p>`}
${parameters.length > 0 ? `<h3>Parameters</h3>${table(parameters.map((one) => [code(one['name']), `${kind(at(one['schema']))}${one['required'] === true ? '' : ', optional'}`, text(one['description'])]))}` : ''}
${body ? `<h3>Body</h3>${fields(body, document)}<h3>Example</h3><pre>${example(path, body)}</pre>` : ''}
<h3>Answer</h3>
<p>${text(at(success)['description'])} <span class="quiet">${text(Object.keys(at(at(success)['content'])).join(', '))}</span></p>
${answer ? fields(answer, document) : ''}
<p class="quiet">Errors: ${Object.keys(errors).join(', ')}</p>
</section>`;
}

/** The properties of an object, or of the objects in a list. */
function fields(schema: JsonObject, document: JsonObject): string {
  const inner = resolved(schema['type'] === 'array' ? at(schema['items']) : schema, document);
  const required = (inner['required'] ?? []) as string[];
  const rows = Object.entries(at(inner['properties'])).map(([name, property]) => [
    code(name),
    `${kind(resolved(at(property), document))}${required.includes(name) ? '' : ', optional'}`,
    text(at(property)['description']),
  ]);
  return `${schema['type'] === 'array' ? '<p class="quiet">A list; each item has:</p>' : ''}${table(rows)}`;
}

function kind(schema: JsonObject): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => code(one)).join(' ');
  if (schema['const'] !== undefined) return code(schema['const']);
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map((one) => kind(at(one))).join(' or ');
  if (schema['type'] === 'array') {
    const names = Object.keys(at(at(schema['items'])['properties']));
    return names.length > 0 ? `list of {${names.map((name) => code(name)).join(', ')}}` : 'list';
  }
  return text(schema['type'] ?? 'anything');
}

function example(path: string, body: JsonObject): string {
  const required = (body['required'] ?? []) as string[];
  const values = required.map((name) => [
    name,
    (at(at(body['properties'])[name])['examples'] as Json[] | undefined)?.[0] ?? '…',
  ]);
  return text(
    `curl localhost:2048${path} -H 'content-type: application/json' -d '${JSON.stringify(Object.fromEntries(values))}'`,
  );
}

function schemaIn(holder: Json | undefined, document: JsonObject): JsonObject | undefined {
  const schema = at(at(at(holder)['content'])['application/json'])['schema'];
  if (schema === undefined) return undefined;
  return resolved(at(schema), document);
}

/** What a reference leads to. */
function resolved(value: JsonObject, document: JsonObject): JsonObject {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  return reference
    .split('/')
    .slice(1)
    .reduce((inner, key) => at(inner[key]), document);
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table>${cells.join('')}</table>`;
}

function code(value: Json | undefined): string {
  return `<code>${text(value)}</code>`;
}

function text(value: Json | undefined): string {
  const plain = value === undefined || value === null ? '' : String(value);
  return plain.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An object of the document; an empty one if there is none. */
function at(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
