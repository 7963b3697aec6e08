import { startApi } from '../api-process'
import { compare, inWords, ratio, ratioOfCost } from '../load'
import { nginxServing } from '../nginx'
import type { Row } from '../row'

/** A cached list of the API, against nginx with the same bytes as a file. */
export async function apiList(program: string): Promise<{ row: Row; nginx: string }> {
  const api = await startApi('')
  try {
    const list = `${api.url}/api/news/`
    const headers = { 'accept-encoding': 'identity' }
    const bytes = Buffer.from(await (await fetch(list, { headers })).arrayBuffer())
    const nginx = await nginxServing(program, bytes, 'application/json')
    try {
      const expected = { 'content-length': String(bytes.length), 'content-encoding': undefined }
      const measured = await compare(
        { url: list, pid: api.pid, expected },
        { url: nginx.url, pid: nginx.worker, expected },
        headers,
      )
      const row: Row = {
        table: 'Servers',
        figure: `API list, cached (${Math.round(bytes.length / 1024)} KB), ÷ nginx static, requests a second (for the same processor time ${ratioOfCost(measured).toFixed(2)})`,
        ours: inWords(measured.ours),
        yardstick: inWords(measured.yardstick),
        value: ratio(measured),
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
