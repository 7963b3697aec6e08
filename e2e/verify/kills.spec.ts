import { preparedData } from '../support/prepared-data'
import { servicesOf } from '../support/processes'
import { freePort, startSite } from '../support/site'
import { addForms, answersOf } from '../support/submissions'
import { expect, test } from '../support/test'
import { type Storm, writeStorm } from '../support/write-storm'
import { tell } from './cell'

const ROUNDS = Number(process.env.TEST_KILL_ROUNDS || 20)
const VICTIMS = ['edge', 'api', 'releases', 'supervisor'] as const
const FORM = { slug: 'storm', form_name: 'Storm', submission_form: [{ data_label: 'Name', data_type: 'textfield' }] }
/** So much must be acknowledged between two kills: then the whole way works again. */
const BETWEEN = 10
const SOON = { timeout: 60_000 }

test.describe.configure({ timeout: 60_000 + ROUNDS * 45_000 })

test(`kill -9 of every process in turns, ${ROUNDS} rounds: nothing that visitors were told is done is lost`, async () => {
  const given = {
    data: await preparedData('start'),
    port: await freePort(),
    env: { RELEASES_PORT: String(await freePort()), API_RATE_LIMIT: '1000000' },
  }
  let site = await startSite(given)
  let storm: Storm | undefined
  try {
    await addForms(site, [FORM])
    storm = writeStorm(site.url, FORM.slug)
    const { acknowledged, sent, unexpected } = storm
    const writesOn = async () => {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before, SOON).toBeGreaterThanOrEqual(BETWEEN)
    }
    const expectKept = async () => {
      const told = [...acknowledged]
      const stored = (await answersOf(site, FORM.slug)).map(([name = '']) => name)
      expect(told.filter((name) => !stored.includes(name))).toEqual([])
      expect(stored.filter((name, i) => stored.indexOf(name) !== i)).toEqual([])
      expect(stored.filter((name) => !sent.includes(name))).toEqual([])
    }
    for (let round = 0; round < ROUNDS; round++) {
      const victim = VICTIMS[round % VICTIMS.length] as (typeof VICTIMS)[number]
      await writesOn()
      // Anywhere in whatever is being written.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      if (victim === 'supervisor') {
        site.signal('SIGKILL')
        await site.ended
        site = await startSite(given)
        await writesOn()
        await expectKept()
      } else {
        const before = servicesOf(site.data)[victim] as number
        process.kill(before, 'SIGKILL')
        await expect(() => {
          const now = servicesOf(site.data)[victim]
          expect(now).toBeDefined()
          expect(now).not.toBe(before)
        }).toPass(SOON)
      }
    }
    await writesOn()
    await storm.stop()
    await expectKept()
    expect(unexpected).toEqual([])
    tell(`${acknowledged.length} acknowledged, none lost`)
  } finally {
    await storm?.stop()
    await site.stop()
  }
})
