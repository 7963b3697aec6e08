import { describeEnvironment } from '@marram/server/environment'
import { serviceVariables } from './service-variables'

/** `npm run start:edge -- --help`: the variables that a service reads, with their defaults. */
export async function serviceHelp(name: string): Promise<void> {
  const schema = await serviceVariables[name]?.()
  if (!schema) return
  process.stdout.write(`npm run ${name.replace('-', ':')} reads these variables:\n\n`)
  for (const { name, standard, description } of describeEnvironment(schema)) {
    process.stdout.write(`${name}${standard && ` (${standard})`}\n    ${description}\n`)
  }
}
