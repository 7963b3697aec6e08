const LONGEST_NAME = 100

const NO_NAME = 'Enter your name'
const DOTS_ALONE = 'Your name must have a letter, a figure or a sign in it: dots alone cannot be found again'

/** What is wrong with a participant's name as it was typed; undefined if nothing is. */
export function nameMistake(typed: string): string | undefined {
  const name = typed.trim()
  if (!/[\p{L}\p{N}\p{S}]/u.test(name)) return /\p{P}/u.test(name) ? DOTS_ALONE : NO_NAME
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return 'Your name must be on one line, without control characters'
  if ([...name.normalize('NFC')].length > LONGEST_NAME) return `Your name must have at most ${LONGEST_NAME} characters`
  return undefined
}

/** Names that begin with this are written otherwise in addresses. */
const MARK = '~~'
/** Browsers and proxies read these as steps to another address, even if encoded. */
const STEPS = /(?:^|[/\\])(?:\.\.|\.(?:[/\\]|$))|\.\.(?:[/\\]|$)/

/** A name for an address, before it is encoded. One that looks like steps is marked, with `~2E` for each dot. */
export const inAddress = (name: string): string =>
  STEPS.test(name) || name.startsWith(MARK) ? MARK + name.replaceAll('~', '~7E').replaceAll('.', '~2E') : name

/** The name that `inAddress` has written; anything else, such as an address typed by hand, as it stands. */
export function ofAddress(written: string): string {
  if (!written.startsWith(MARK)) return written
  const name = written.slice(MARK.length).replaceAll('~2E', '.').replaceAll('~7E', '~')
  return inAddress(name) === written ? name : written
}
