import { commandLine } from './command-line'

process.exitCode = await commandLine(process.argv.slice(2), process)
