import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commands } from './cli-commands'
import { completionScript } from './cli-completion'

/** What Bash would offer for the last of these words. */
function offered(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const script = `${completionScript()}\nCOMP_WORDS=(${quoted})\nCOMP_CWORD=${words.length - 1}\n_marram_release\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

it('offers every command, and the options of one', () => {
  expect(offered('release', '')).toEqual(
    expect.arrayContaining([...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]),
  )
  expect(offered('release', 'pro')).toEqual(['promote'])
  expect(offered('release', 'promote', '--f')).toEqual(['--from'])
  expect(offered('release', 'token', '')).toEqual(expect.arrayContaining(['create', 'revoke', '--role', '--help']))
  expect(offered('release', 'promote', '--from', '')).toEqual([])
})
