import { configureClient } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { accessToken } from '@marram/sdk/session'
import { renewedToken } from '@marram/shell/src/session/renew-session'
import { registerApplication, start } from 'single-spa'

const settings = JSON.parse(document.getElementById('marram-configuration').textContent)
configure(settings)
configureClient({ baseUrl: settings.apiBase, accessToken, renewToken: renewedToken })

/** The browser resolves its name, by the import map. */
const register = (name, activeWhen) =>
  registerApplication({ name, app: () => import(/* webpackIgnore: true */ `@marram/single-spa-${name}`), activeWhen })

register('layout', () => true)
register('content', ({ pathname }) => pathname === '/')
register('events', ({ pathname }) => pathname === '/sports')
start()
