import { startSite } from './site'
import { stopSignal } from './stopping'
import { siteSettings } from './variables'

/** The program of `npm start`: the whole site, as in production, until Ctrl-C. */
const settings = siteSettings()
process.stdout.write('Starting Marram\n')
const site = await startSite(settings, stopSignal())
process.stdout.write(`Release desk: ${site.console}/console\nMarram is ready: ${site.url}\n`)
