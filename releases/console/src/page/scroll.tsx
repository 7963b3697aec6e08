import type { ReactNode } from 'react'

/** For tables: where they are wider than the page they scroll by themselves, by keyboard too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
