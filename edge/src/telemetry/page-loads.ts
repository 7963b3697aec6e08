/**
 * Counts what is sent many times a second, by itself first: `count` is told how often since the last time only when
 * somebody asks for the figures.
 */
export class PageLoads<Page> {
  private readonly waiting = new Map<Page, number>()

  constructor(private readonly count: (page: Page, times: number) => void) {}

  add(page: Page): void {
    this.waiting.set(page, (this.waiting.get(page) ?? 0) + 1)
  }

  /** Before the figures are read. */
  settle(): void {
    const all = [...this.waiting]
    this.waiting.clear()
    for (const [page, times] of all) this.count(page, times)
  }
}
