import autocannon from 'autocannon'

const SECONDS = 4
const CONNECTIONS = 50
const ROUNDS = 5

export class WrongAnswers extends Error {}

/** Requests a second, over 50 kept connections. Throws `WrongAnswers` where an answer is not 200. */
async function load(url: string, seconds: number, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
  })
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new WrongAnswers(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors, ${result.timeouts} late`)
  return result.requests.average
}

/** Requests a second of two servers, measured in turns. */
export async function compare(
  ours: string,
  yardstick: string,
  headers: Record<string, string> = { 'accept-encoding': 'identity' },
): Promise<{ ours: number[]; yardstick: number[] }> {
  const measured = { ours: [] as number[], yardstick: [] as number[] }
  for (const url of [ours, yardstick]) await load(url, 1, headers)
  for (let i = 0; i < ROUNDS; i++) {
    measured.ours.push(await load(ours, SECONDS, headers))
    measured.yardstick.push(await load(yardstick, SECONDS, headers))
  }
  return measured
}
