import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { person, signedBy } from '@marram/release-contract/testing/people'
import type { SignedTrust, Trust } from '@marram/release-contract/trust'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trusted } from '../src/schema'
import { command } from '../src/testing/command'
import { fakeSection, writeRelease } from '../src/testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../src/testing/site'

describe.each(engines.slice(0, 1))('keys, signatures and approvals on the command line', (engine) => {
  const home = mkdtempSync(join(tmpdir(), 'marram-home-'))
  const folders: string[] = [home]
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
    await desk.begin()
  })
  afterAll(async () => {
    await desk.remove()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** Somebody with keys of their own, at first with an administrator's token. */
  const run = (who: string, line: string, token = desk.registry.token, more = {}, typed?: string) => {
    const variables = {
      MARRAM_RELEASES_URL: desk.registry.url,
      MARRAM_TOKEN: token,
      MARRAM_KEYS: join(home, who),
      MARRAM_DATA: join(home, 'no-data'),
      ...more,
    }
    return command(line.split(' '), variables, typed)
  }
  const done = async (who: string, line: string): Promise<string> => {
    const { code, stdout, stderr } = await run(who, line)
    expect({ line, code, stderr }).toMatchObject({ code: 0 })
    return stdout
  }
  const keyOf = async (who: string, name = who) => {
    const line = (await done(who, 'key list')).split('\n').find((each) => each.endsWith(`  ${name}`))
    return line?.split(' ')[0] as string
  }
  const trust = async () => JSON.parse(await done('rita', 'trust show --json')) as Trust
  const publish = (who: string, version: string, more = {}) => {
    const folder = writeRelease(fakeSection('quiz', version))
    folders.push(folder)
    return run(who, `publish ${folder}`, desk.registry.token, more)
  }
  /** Its file, which the next holder of a root key goes on with. */
  const draftIn = (text: string) => {
    const [, file = ''] = /It is in (\S+):/.exec(text) ?? []
    folders.push(file)
    return file
  }

  it('makes keys in files that only their owner can read', async () => {
    for (const who of ['rita', 'otto', 'quiz-pipeline', 'ada', 'bob']) await done(who, `key create ${who}`)
    const file = join(home, 'rita/rita.pem')
    expect([statSync(file).mode & 0o777, statSync(join(home, 'rita')).mode & 0o777]).toEqual([0o600, 0o700])
    expect((await run('rita', 'key create rita')).stderr).toContain('There is a key rita already')
    expect(readFileSync(file, 'utf8')).toContain('PRIVATE KEY')
    expect(await done('rita', 'key list')).not.toContain('PRIVATE')
  })

  it('makes the first trust.json with the key that there is, once what is live is signed', async () => {
    expect((await run('rita', 'trust update')).stderr).toContain('events 1.0.0 is not signed.')
    expect((await run('rita', 'trust update --override --reason first')).stdout).toContain(
      'trust.json 1 is what edges trust',
    )
    expect(await trust()).toMatchObject({ version: 1, managers: [await keyOf('rita')], approvals: {} })
  })

  it('shows whoever sits at the terminal what changes, and asks before it signs', async () => {
    const line = `trust update --key ${await keyOf('otto')} --owner Otto --manager`
    for (const typed of ['n\n', '\n', 'yesterday\n', ''])
      expect(await run('rita', line, undefined, {}, typed)).toMatchObject({
        code: 1,
        stdout: 'Nothing was signed or sent.\n',
        stderr: expect.stringMatching(/Otto signs manager[\s\S]*Sign trust\.json 2\? \(y\/N\) $/),
      })
    expect((await trust()).version).toBe(1)
    expect((await run('rita', `${line} --override`, undefined, {}, 'y\n')).stdout).toContain('trust.json 2 is what')
    await done('rita', `key revoke ${await keyOf('otto')} --override --reason tried`)
  })

  it('publishes what is signed by a key of the part, and says what to do about another one', async () => {
    expect((await publish('nobody', '1.9.0', { CI: 'true' })).stderr).toContain(
      'there is no key to sign quiz with. Make one: npm run release -- key create NAME',
    )
    // Whoever publishes by hand has one made, which counts no more than any other.
    const first = await publish('newcomer', '1.9.0', { CI: '' })
    const made = await keyOf('newcomer', 'quiz')
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(`--key ${made} --owner quiz --part quiz`) })
    expect(statSync(join(home, 'newcomer/quiz.pem')).mode & 0o777).toBe(0o600)
    const key = await keyOf('quiz-pipeline')
    expect((await publish('quiz-pipeline', '2.0.0')).code).toBe(0)
    expect((await run('rita', `promote quiz 2.0.0 --env ${desk.env} --no-wait`)).stderr).toContain(
      `signed by ${key}, which is no key of quiz`,
    )
    await done('rita', `trust update --key ${key} --owner Quiz-pipeline --part quiz --override`)
    await done('rita', `promote quiz 2.0.0 --env ${desk.env} --no-wait`)
    expect(await done('rita', 'trust show')).toMatch(new RegExp(`${key} +Quiz-pipeline +quiz`))
  })

  it('takes approvals of managers, and not of the publisher', async () => {
    for (const [who, owner] of [
      ['ada', 'Ada'],
      ['bob', 'Bob'],
    ] as const)
      await done('rita', `trust update --key ${await keyOf(who)} --owner ${owner} --manager --override`)
    await done('rita', `trust update --key ${await keyOf('quiz-pipeline')} --manager --override`)
    await done('rita', `trust update --approvals ${desk.env}=2 --override --reason two`)
    await publish('quiz-pipeline', '2.1.0')
    expect(await done('ada', `approvals --env ${desk.env}`)).toMatch(/quiz +2\.1\.0 +2\.0\.0 .* 0 of 2/)
    expect((await run('quiz-pipeline', `approve quiz 2.1.0 --env ${desk.env}`)).stderr).toContain(
      'somebody else has to approve it',
    )
    expect((await run('otto', `approve quiz 2.1.0 --env ${desk.env}`)).stderr).toContain(
      'None of your keys is one of a manager. You have otto',
    )
    expect(await done('ada', `approve quiz 2.1.0 --env ${desk.env}`)).toContain('by Ada: 1 of 2.')
    expect((await run('rita', `promote quiz 2.1.0 --env ${desk.env} --no-wait`)).stderr).toContain(
      '1 of the 2 approvals that',
    )
    expect(await done('bob', `approve quiz 2.1.0 --env ${desk.env}`)).toContain('by Ada, Bob: 2 of 2.')
    await done('rita', `promote quiz 2.1.0 --env ${desk.env} --no-wait`)
  })

  it('rotates a key: signs again what it signed, so that it can be revoked and everything can still come back', async () => {
    const old = await keyOf('quiz-pipeline')
    const handed = await run('quiz-pipeline', 'key rotate quiz-pipeline next')
    expect(handed).toMatchObject({ code: 1 })
    const draft = draftIn(handed.stdout)
    expect(handed.stdout).toContain('Once it is trusted, run this command again.')
    await done('rita', `trust update ${draft} --override`)
    expect(await done('quiz-pipeline', 'key rotate quiz-pipeline next')).toContain('signed 2 releases again')
    const files = readdirSync(join(home, 'quiz-pipeline')).filter((file) => file.includes('.pem'))
    expect(files.sort()).toEqual(['next.pem', 'quiz-pipeline.pem.retired'])
    await done('rita', `key revoke ${old} --override --reason rotated`)
    expect(Object.keys((await trust()).keys)).not.toContain(old)
    await done('rita', `rollback quiz --env ${desk.env} --no-wait`)
    await done('rita', `promote quiz 2.1.0 --env ${desk.env} --no-wait`)
  })

  it('rotates a key of the site’s data folder, and takes approvals of environments that are there alone', async () => {
    const data = join(home, 'site')
    const variables = {
      ...{ MARRAM_RELEASES_URL: desk.registry.url, MARRAM_TOKEN: desk.registry.token },
      MARRAM_DATA: data,
    }
    await command(['key', 'create', 'local'], { ...variables, MARRAM_KEYS: join(data, 'keys') })
    const local = { ...variables, MARRAM_KEYS: join(home, 'operator') }
    const key = (await command(['key', 'list'], local)).stdout.split(' ')[0]
    await done('rita', `trust update --key ${key} --owner Local --root --override`)
    expect(await command(['key', 'rotate', 'local', 'other'], local)).toMatchObject({ code: 0 })
    expect(readdirSync(join(data, 'keys')).filter((file) => file.includes('.pem'))).toEqual(['local.pem.retired'])
    await done('rita', `key revoke ${key} --override`)
    const other = (await command(['key', 'list'], local)).stdout.split(' ')[0]
    await done('rita', `key revoke ${other} --override`)
    expect((await run('rita', 'trust update --approvals prodction=1 --override')).stderr).toContain(
      'There is no environment prodction.',
    )
  })

  it('needs the signatures of as many root keys as it says, one after the other', async () => {
    await done('rita', `trust update --key ${await keyOf('otto')} --owner Otto --root --override`)
    expect((await run('rita', 'trust update --threshold 3 --override')).stderr).toContain(
      '3 have to sign, and the keys are of 2',
    )
    const first = draftIn((await run('rita', 'trust update --threshold 2 --override')).stdout)
    // Both of the old and of the new roots are needed, and the old threshold was 1.
    expect((JSON.parse(readFileSync(first, 'utf8')) as SignedTrust).signatures).toHaveLength(1)
    await done('otto', `trust update ${first} --override`)
    const { version } = await trust()
    const alone = await run('rita', 'trust update --approvals staging=1 --override')
    expect(alone).toMatchObject({ code: 1, stdout: expect.stringContaining('signed by 1 of the 2 root keys') })
    const second = draftIn(alone.stdout)
    expect(await done('otto', `trust update ${second} --override`)).toContain(`trust.json ${version + 1}`)
    const again = await run('otto', `trust update ${second}`)
    expect(again.stderr).toContain('never goes back')
  })

  it('names what is wrong with a file that was edited', async () => {
    const file = join(home, 'edited.json')
    writeFileSync(file, JSON.stringify({ ...(await trust()), managers: ['me'] }))
    expect((await run('rita', `trust update ${file}`)).stderr).toContain(
      'trust.managers.0: a public key has 43 characters',
    )
    writeFileSync(file, '{')
    expect((await run('rita', `trust update ${file}`)).stderr).toContain('edited.json: ')
  })

  it('is refused by the registry for a token of a lesser role, whoever signed', async () => {
    const releaser = await desk.registry.tokenFor({ role: 'releaser', part: 'quiz', environment: desk.env })
    const manager = await desk.registry.tokenFor({ role: 'manager', environment: desk.env })
    const approving = await run('ada', `approve quiz 2.1.0 --env ${desk.env}`, releaser)
    expect(approving.stderr).toBe(`The token "a releaser" is a releaser's and may not approve releases.\n`)
    await done('rita', 'key create spare')
    const file = draftIn((await run('rita', `trust update --approvals staging=0`, manager)).stdout)
    expect((await run('otto', `trust update ${file} --override`, manager)).stderr).toContain(
      `\nThe token "a manager" is a manager's and may not change trust.json.\n`,
    )
  })

  it('shows what is trusted for the first time, and what a change changes, before it is sent', async () => {
    const { version, keys } = await trust()
    await done('zoe', 'key create zoe')
    const first = await run('zoe', `trust update --approvals ${desk.env}=1`)
    expect(first.stderr).toContain('is seen here for the first time')
    for (const key of Object.keys(keys)) expect(first.stderr).toContain(key)
    expect(first.stderr).toContain(`trust.json ${version + 1}, beside ${version}:\n- ${desk.env} needs 2 approvals\n`)
    expect(first.stderr).toContain(`\n+ ${desk.env} needs 1 approvals\n`)
    const file = draftIn(first.stdout)
    const signer = await run('otto', `trust update ${file} --override`)
    expect(signer.stderr).toContain(`\n+ ${desk.env} needs 1 approvals\n`)
    expect(signer.stderr).not.toContain('first time')
    draftIn(signer.stdout)
    const draft = JSON.parse(readFileSync(file, 'utf8')) as SignedTrust
    const [signature] = (JSON.parse(readFileSync(draftIn(signer.stdout), 'utf8')) as SignedTrust).signatures
    writeFileSync(file, JSON.stringify({ trust: { ...draft.trust, version: 900 }, signatures: [signature] }))
    expect((await run('rita', `trust update ${file}`)).stderr).toContain(
      `is trust.json 900, and ${version} is trusted now: only ${version + 1} comes after it`,
    )
  })

  it('signs nothing of a registry whose trust.json was changed', async () => {
    const { db } = desk.registry
    const real = await db.select().from(trusted)
    const [newest] = real.sort((one, other) => other.version - one.version)
    if (!newest) throw new Error('there is no trust.json')
    const eve = person('Eve')
    const { signed, version } = newest
    const lie = (change: Partial<Trust>) => ({
      trust: {
        ...signed.trust,
        keys: { ...signed.trust.keys, [eve.key]: 'Eve' },
        managers: [eve.key],
        approvals: {},
        ...change,
      },
      signatures: [...signed.signatures, ...signedBy(signed.trust, eve).signatures],
    })
    const refused = async (who: string, line: string, why: string) => {
      const { code, stdout, stderr } = await run(who, line)
      expect({ line, code, stdout, stderr }).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(why),
      })
    }
    try {
      await db
        .update(trusted)
        .set({ signed: lie({}) })
        .where(eq(trusted.version, version))
      await refused('rita', 'trust update --approvals staging=0', 'is another one, or an earlier one')
      await refused('rita', `approve quiz 2.1.0 --env ${desk.env}`, 'is another one, or an earlier one')
      await refused('somebody', 'trust update', 'signed by 0 of the 2 root keys')
      await db.insert(trusted).values({ ...newest, version: version + 1, signed: lie({ version: version + 1 }) })
      await refused('rita', 'key rotate rita newer', 'signed by 0 of the 2 root keys')
      await db.delete(trusted)
      await refused('rita', `approve quiz 2.1.0 --env ${desk.env}`, 'it has none')
      draftIn(await run('rita', 'trust update').then(({ stdout }) => stdout))
      expect(await trust()).toEqual(signed.trust)
    } finally {
      await db.delete(trusted)
      await db.insert(trusted).values(real)
    }
  })

  it('does not read a private key that others can read', async () => {
    chmodSync(join(home, 'ada/ada.pem'), 0o644)
    expect((await run('ada', 'key list')).stderr).toMatch(/^Others can read the private key .*ada\.pem: chmod 600 /)
  })
})
