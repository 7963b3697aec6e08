import { startApi } from '../api-process'
import { compare } from '../load'
import { nginxServing } from '../nginx'
import { median, type Row, withSpread } from '../row'

/** A list that is ready in the API's memory, against nginx with the same bytes as a file. */
export async function apiList(program: string): Promise<{ row: Row; nginx: string }> {
  const api = await startApi('')
  try {
    const list = `${api.url}/api/news/`
    const bytes = Buffer.from(await (await fetch(list, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
    const nginx = await nginxServing(program, bytes, 'application/json')
    try {
      const { ours, yardstick } = await compare(list, nginx.url)
      const row: Row = {
        table: 'Servers',
        figure: `API list, cached (${Math.round(bytes.length / 1024)} KB), ÷ nginx static, requests a second`,
        ours: withSpread(ours),
        yardstick: withSpread(yardstick),
        value: median(ours) / median(yardstick),
        unit: '',
        target: { atLeast: 0.4 },
      }
      return { row, nginx: nginx.version }
    } finally {
      await nginx.stop()
    }
  } finally {
    await api.stop()
  }
}
