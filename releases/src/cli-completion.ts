import { roles } from '@marram/release-contract/permissions'
import { commands } from './cli-commands'
import { options } from './cli-options'

/**
 * For Bash, and for Zsh by its emulation, which begins only where Zsh's own completion has: a function `release`, and
 * what Tab offers behind it.
 */
export function completionScript(): string {
  const names = Object.keys(commands)
  const first = [...new Set(names.map((name) => name.split(' ')[0] as string))]
  const cases = first.map((word) => {
    const own = names.filter((name) => name.split(' ')[0] === word)
    const second = own.flatMap((name) => name.split(' ').slice(1))
    const flags = own
      .flatMap((name) => [...(commands[name]?.options ?? []), 'json', 'help'])
      .flatMap((name) => (name === 'environment' ? ['--environment', '--env'] : [`--${name}`]))
    return `    ${word}) words='${[...second, ...new Set(flags)].join(' ')}' ;;`
  })
  const others = Object.entries(options).flatMap(([name, option]) =>
    'value' in option && name !== 'role' ? [`--${name}`] : [],
  )
  return `# eval "$(npm run --silent release -- completion)"
release() { npm run --silent release -- "$@"; }
if [ -n "\${ZSH_VERSION-}" ]; then
  autoload -U compinit bashcompinit
  whence compdef > /dev/null || compinit -i -D
  bashcompinit
fi
_marram_release() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  case "$before" in
    --role) COMPREPLY=($(compgen -W '${roles.join(' ')}' -- "$word")); return ;;
    ${['--env', ...others].join('|')}) return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${[...first, 'help'].join(' ')}'; else
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) if [ "$COMP_CWORD" -eq 2 ]; then words='${first.join(' ')}'; fi ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _marram_release release
`
}
