import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))

/**
 * For Bash, and for Zsh by its emulation, which begins only where Zsh's own completion has: a function `release`, and
 * Tab, which asks the program what it can offer.
 */
export const completionScript = (): string => `# eval "$(npm run --silent release -- completion)"
release() { npm run --silent release -- "$@"; }
if [ -n "\${ZSH_VERSION-}" ]; then
  autoload -U compinit bashcompinit
  whence compdef > /dev/null || compinit -i -D
  bashcompinit
fi
_marram_release() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  local offered="$(node '${program}' release --complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2> /dev/null)"
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _marram_release release
`
