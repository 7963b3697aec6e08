/** Page numbers to offer, `gap` where some are left out: the ends, the current page and its neighbours. */
export function offeredPages(page: number, pages: number): (number | 'gap')[] {
  const near = (each: number) => each === 1 || each === pages || Math.abs(each - page) <= 1
  const offered: (number | 'gap')[] = []
  for (let each = 1; each <= pages; each++) {
    // A gap of one page would take as much room as the page itself.
    if (near(each) || (near(each - 1) && near(each + 1))) offered.push(each)
    else if (offered.at(-1) !== 'gap') offered.push('gap')
  }
  return offered
}
