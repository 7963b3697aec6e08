import { startSite } from './site'
import { stopSignal } from './stopping'
import { siteVariables } from './variables'

/** The program of `npm start`: the whole site, as in production, until Ctrl-C. */
const settings = await siteVariables()
process.stdout.write('Starting Marram\n')
const site = await startSite({ ...settings, development: false }, stopSignal())
process.stdout.write(`Release desk: ${site.console}/console\nMarram is ready: ${site.url}\n`)
