import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { command } from '../src/testing/command'
import { commands, completionScript } from './commands'

/** The suggestions of Bash for the last of these words. */
function offered(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const script = `${completionScript}\nCOMP_WORDS=(${quoted})\nCOMP_CWORD=${words.length - 1}\n_marram_release\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

it('prints a script that a shell can run, and nothing else', async () => {
  const { code, stdout, stderr } = await command(['completion'], {})
  expect([code, stdout, stderr]).toEqual([0, `${completionScript}\n`, ''])
  const loaded = execFileSync('bash', ['-euc', `eval "$1"; type -t release; complete -p release`, 'bash', stdout])
  expect(String(loaded)).toBe('function\ncomplete -o default -F _marram_release release\n')
})

it('offers every command, and its options', () => {
  expect(offered('release', '')).toEqual(
    expect.arrayContaining([...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]),
  )
  expect(offered('release', 'pro')).toEqual(['promote'])
  expect(offered('release', 'promote', '--f')).toEqual(['--from'])
  expect(offered('release', 'token', '')).toEqual(expect.arrayContaining(['create', 'revoke']))
  expect(offered('release', 'promote', '--from', '')).toEqual([])
  expect(offered('release', 'promote', '--env')).toEqual(['--environment', '--env'])
  expect(offered('release', 'promote', '--env', '')).toEqual([])
  expect(offered('release', 'token', 'create', 'ci', '--role', '')).toEqual([
    'viewer',
    'publisher',
    'releaser',
    'manager',
    'edge',
    'admin',
  ])
  expect(offered('release', 'help', 'roll')).toEqual(['rollback'])
})

/** A terminal session: loads the script, types a line with tabs in it, and reads which command was run. */
const atTerminal = (script: string, typed: string) => `
zmodload zsh/zpty
zpty shell zsh -f -i
seen=''
await() {
  for i in {1..200}; do
    while zpty -r -t shell part; do seen+=$part; done
    [[ $seen == *"$1"* ]] && return
    sleep 0.05
  done
  print -r -- "no $1 in: $seen"
  exit 1
}
zpty -w -n shell "source ${script}"$'\\r'
await LOADED
zpty -w -n shell $'${typed}\\r'
await 'RAN: '
while zpty -r -t shell part; do seen+=$part; done
print -r -- \${\${seen##*RAN: }%%[[:cntrl:]]*}
`

it.for([
  ['release pro\\tevents --f\\tstaging', 'promote events --from staging'],
  ['release token cr\\tci --ro\\tviewer', 'token create ci --role viewer'],
])('completes in Zsh, without any setup there: %s', ([typed = '', run], { skip }) => {
  if (spawnSync('zsh', ['--version']).error) skip('zsh is not installed here')
  const folder = mkdtempSync(join(tmpdir(), 'marram-completion-'))
  try {
    const script = join(folder, 'script')
    const recorder = 'release() { print -r -- "RAN: $*"; }\nprint LOADED\n'
    writeFileSync(script, `${completionScript}\n${recorder}`)
    const env = { ...process.env, TERM: 'dumb', HOME: folder }
    const result = spawnSync('zsh', ['-f', '-c', atTerminal(script, typed)], { encoding: 'utf8', env, timeout: 20_000 })
    expect(result.stdout.trim()).toBe(run)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
