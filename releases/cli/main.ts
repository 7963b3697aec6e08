import { commandLine } from './command-line'

// A reader that closes the pipe early, such as `head`, is not an error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
process.exitCode = await commandLine(process.argv.slice(2), process)
