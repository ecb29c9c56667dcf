// The models that this server knows, and their files.

import { basename, dirname, extname } from 'node:path';
import { InputError } from 'afterstate';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint, otherEndpoint } from '../endpoint.ts';
import { Refusal } from '../errors.ts';
import type { ModelCatalogue } from '../model-catalogue.ts';
import { modelInfo, modelParams } from '../schemas.ts';

export function modelEndpoints(models: ModelCatalogue): Endpoint[] {
  return [
    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/models',
        id: 'listModels',
        summary: 'The models that ship with the project, and those of runs',
        answer: z.array(modelInfo),
      },
      async () => (await models.list()).map(({ info }) => info),
    ),

    otherEndpoint(
      {
        method: 'GET',
        url: '/api/models/:name/file',
        id: 'getModelFile',
        summary: "A model's file",
        description:
          'Understands ranges (Range), conditions (If-None-Match, If-Modified-Since) and compression (Accept-Encoding).',
        params: modelParams,
        answer: { type: 'application/octet-stream', description: 'The file.' },
        errors: [404, 416],
      },
      async ({ params: { name } }) => {
        const model = await models.find(name).catch((error: unknown) => {
          throw error instanceof InputError ? new Refusal(404, error.message) : error;
        });
        if (!model) throw new Refusal(404, `there is no model '${name}' here; /api/models lists them`);
        const file = `${basename(name, extname(model.path))}${extname(model.path)}`;
        return (reply) =>
          void reply
            .header('cache-control', 'no-cache')
            .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
            .type('application/octet-stream')
            .sendFile(basename(model.path), dirname(model.path), { cacheControl: false, dotfiles: 'allow' });
      },
    ),
  ];
}
