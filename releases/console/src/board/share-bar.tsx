/** How many visitors have the candidate, in per cent. The text beside it says the same. */
export function ShareBar({ traffic }: { traffic: number }) {
  return (
    <svg className="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="all" width="100" height="6" />
      <rect className="part" width={traffic} height="6" />
    </svg>
  )
}
