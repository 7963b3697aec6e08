import { made } from '@marram/releases/previews/answers'
import { useState } from 'react'
import { Button } from '../page/button'
import { Moment } from '../page/moment'
import { type Refused, send } from '../registry'
import { useWhyNot } from '../session'

const HOURS = 24
type LinkProps = { environment: string; part: string; version: string }

/** A link that shows this version on top of what is live, to whoever has it and to nobody else. */
export function PreviewLink({ environment, part, version }: LinkProps) {
  const whyNot = useWhyNot()
  const [link, setLink] = useState<{ path: string; expiresAt: string }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (whyNot('preview', { environment, part }) !== undefined) return null
  const make = async () => {
    setBusy(true)
    setProblem('')
    try {
      const path = `/releases/environments/${environment}/previews`
      setLink(await send('POST', path, made, { part, version, seconds: HOURS * 3600 }))
    } catch (error) {
      setProblem((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <Button busy={busy} onClick={make}>
        {busy ? 'Making a link …' : 'Make a link for a day'}
      </Button>
      <p role="alert" className="problem">
        {problem}
      </p>
      <p role="status">
        {link && (
          <>
            <a href={link.path}>
              {part} {version} on top of what is live
            </a>
            , for whoever has this link, until <Moment at={link.expiresAt} />.
          </>
        )}
      </p>
    </section>
  )
}
