import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Writes the service worker with the list of everything the app is made of, and a name for just that state of it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.values(bundle).map((file) => ({
        name: file.fileName,
        content: file.type === 'chunk' ? file.code : file.source,
      }));
      const given = readdirSync(join(ROOT, 'public'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const path = join(entry.parentPath, entry.name);
          return { name: path.slice(join(ROOT, 'public/').length), content: readFileSync(path) };
        });
      const files = [...built, ...given].filter(({ name }) => !name.endsWith('.map'));
      files.sort((a, b) => (a.name < b.name ? -1 : 1));
      const hash = createHash('sha256');
      for (const { name, content } of files) hash.update(name).update(content);
      const code = readFileSync(join(ROOT, 'src/service-worker.js'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: code
          .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
          .replace('[/* FILES */]', JSON.stringify(['./', ...files.map(({ name }) => `./${name}`)])),
      });
    },
  };
}

export default defineConfig({
  root: ROOT,
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Data addresses would need an exception in the page's policy.
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  plugins: [serviceWorker()],
});
