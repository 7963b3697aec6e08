/** What a visitor does in a browser, the same in every engine. Elements are found by XPath, and waited for. */
export type Visitor = {
  open(url: string): Promise<void>
  press(xpath: string): Promise<void>
  /** Into a field that it puts the focus on. */
  type(xpath: string, text: string): Promise<void>
  /** Where the focus is. */
  key(name: 'ArrowDown' | 'Enter'): Promise<void>
  /** What an expression is worth in the page; only what JSON can hold. */
  read<Value>(expression: string): Promise<Value>
  close(): Promise<void>
}

export type Engine = {
  name: string
  /** Why it cannot be used on this machine, and how to install it; undefined if it can. */
  missing(): string | undefined
  start(): Promise<Visitor>
}

/** How long an element may take to come. */
export const PATIENCE_MS = 20_000
