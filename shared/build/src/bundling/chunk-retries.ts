import { type Rspack, rspack } from '@rsbuild/core'

/**
 * Runs in the browser, with the bundler's `require`. A chunk that fails is requested twice more, each time by another address: a
 * request with the same one would wait for the one that hangs. Digests are checked as for the first request.
 */
export const retrySource = (require: string) => `
const failures = {};
for (const name of ['u', 'miniCssF']) {
  const fileOf = ${require}[name];
  if (fileOf) ${require}[name] = (id) => fileOf(id) + (failures[id] ? '?retry=' + failures[id] : '');
}
const load = ${require}.e;
const attempt = (id, more) => load(id).catch((error) => {
  failures[id] = (failures[id] || 0) + 1;
  if (more === 0) throw error;
  return attempt(id, more - 1);
});
if (load) ${require}.e = (id) => attempt(id, 2);
`

class Retries extends rspack.RuntimeModule {
  constructor() {
    super('chunk retries', rspack.RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return retrySource(rspack.RuntimeGlobals.require)
  }
}

export const chunkRetries: Rspack.RspackPluginInstance = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('chunk-retries', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('chunk-retries', (chunk) => {
        compilation.addRuntimeModule(chunk, new Retries())
      })
    })
  },
}
