import { configureClient } from '@marram/sdk/api-client'
import { configure } from '@marram/sdk/configuration'
import { accessToken } from '@marram/sdk/session'
import { Root } from '@marram/shell/src/routes/root'
import { renewedToken } from '@marram/shell/src/session/renew-session'
import { rememberEarlyInput } from '@marram/shell/src/start/early-input'
import { setStartMode } from '@marram/shell/src/start/ready'
import { Route } from './router'

if (typeof document === 'undefined') {
  configure(JSON.parse(process.env.MARRAM_CONFIGURATION))
  configureClient({ baseUrl: process.env.MARRAM_SITE })
} else {
  const settings = JSON.parse(document.getElementById('marram-configuration').textContent)
  configure(settings)
  configureClient({ baseUrl: settings.apiBase, accessToken, renewToken: renewedToken })
  rememberEarlyInput()
  setStartMode('hydrated')
}

/** The layout of the site around a page, each with what its loader returned. */
export default function App({ Component, pageProps: { root = {}, page } }) {
  const shown = (
    <Route data={page}>
      <Component />
    </Route>
  )
  return (
    <Route data={root} page={shown}>
      <Root />
    </Route>
  )
}
