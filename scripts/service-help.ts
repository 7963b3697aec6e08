import { describeEnvironment } from '@marram/service/environment'

const schemas: Record<string, () => Promise<Parameters<typeof describeEnvironment>[0]>> = {
  'start-edge': async () => (await import('../edge/src/environment')).edgeEnvironment,
  'start-api': async () => (await import('../api/src/environment')).apiEnvironment,
  'start-releases': async () => (await import('../releases/src/environment')).releasesEnvironment,
}

/** `npm run start:edge -- --help`: the variables that a service reads, with their defaults. */
export async function serviceHelp(name: string): Promise<void> {
  const schema = await schemas[name]?.()
  if (!schema) return
  process.stdout.write(`npm run ${name.replace('-', ':')} reads these variables:\n\n`)
  for (const { name, standard, description } of describeEnvironment(schema)) {
    process.stdout.write(`${name}${standard && ` (${standard})`}\n    ${description}\n`)
  }
}
