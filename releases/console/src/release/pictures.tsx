import type { GateReport, PageView, PicturedPage, Pictures as Shown } from '@marram/release-contract/calls/releases'
import { pageWords, sortedPages } from '@marram/releases/picture-words'
import { type UIEvent, useState } from 'react'
import { Loaded } from '../page/page'
import { some } from '../page/words'
import { useOnce } from '../registry'

type PicturesProps = Pick<GateReport, 'part' | 'version'> & { pictures: Shown }

/** Pages that look another way than those of live, each with its pictures; those that do not, in one line. */
export function Pictures({ part, version, pictures }: PicturesProps) {
  const { toSee, same } = sortedPages(pictures)
  const { live, pending, message } = pictures
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">How its pages look</h2>
      {pending && <p role="status">Pictures of its pages are being taken …</p>}
      {message && <p>{message}</p>}
      {toSee.map((page) => (
        <PageDetails key={page.path} page={page} isFirst={page === toSee[0]} {...{ part, version, live }} />
      ))}
      {same.length > 0 && (
        <details>
          <summary>{some(same.length, 'page')} without a difference</summary>
          <ul className="versions">
            {same.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type Versions = { part: string; version: string; live: string | null }

function PageDetails({ page, isFirst, ...versions }: { page: PicturedPage; isFirst: boolean } & Versions) {
  // Pictures are read when somebody looks.
  const [open, setOpen] = useState(isFirst)
  const { path, views } = page
  const words = (
    <>
      <strong>{path}</strong>: {pageWords(page, versions.live)}
    </>
  )
  if (views.every(({ candidate }) => candidate === null)) return <p>{words}</p>
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words}</summary>
      {open && views.map((view) => <View key={view.width} path={path} view={view} {...versions} />)}
    </details>
  )
}

/** All three show the same place. */
function scrollTogether({ currentTarget }: UIEvent<HTMLElement>) {
  for (const other of currentTarget.closest('.pictures')?.querySelectorAll('.picture') ?? [])
    other.scrollTop = currentTarget.scrollTop
}

function View({ path, view, part, version, live }: { path: string; view: PageView } & Versions) {
  const { width, boxes, candidate } = view
  if (candidate === null) return null
  const of = { part, version, view, about: `${path}, ${width} pixels wide` }
  return (
    <div className="pictures" data-width={width}>
      <Picture {...of} title={`Candidate ${version}`} picture={candidate} />
      {view.live && <Picture {...of} title={`Live ${live}`} picture={view.live} />}
      {boxes.length > 0 && (
        <Picture {...of} title={`${some(boxes.length, 'place')} marked`} picture={candidate} isMarked />
      )}
    </div>
  )
}

type PictureProps = {
  part: string
  version: string
  view: PageView
  about: string
  title: string
  picture: string
  isMarked?: boolean
}

function Picture({ part, version, view, about, title, picture, isMarked = false }: PictureProps) {
  const { width, height, boxes } = view
  const name = `${title}: ${about}`
  const showFirst = (drawing: SVGSVGElement | null) => {
    const top = Math.min(...boxes.map(({ y }) => y))
    if (drawing?.parentElement && boxes.length > 0)
      drawing.parentElement.scrollTop = ((top - 40) / width) * drawing.clientWidth
  }
  return (
    <figure>
      <figcaption>
        {title}, {width} wide
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="picture" aria-label={name} tabIndex={0} onScroll={scrollTogether}>
        <Loaded live={useOnce('showPicture', { part, version, picture })} what="the picture">
          {({ webp }) => (
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name} ref={showFirst}>
              <image
                href={`data:image/webp;base64,${webp}`}
                width={width}
                height={height}
                preserveAspectRatio="xMinYMin"
              />
              {isMarked && boxes.map((box) => <rect key={`${box.x} ${box.y}`} {...box} />)}
            </svg>
          )}
        </Loaded>
      </section>
    </figure>
  )
}
