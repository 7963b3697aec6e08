import type { Comment } from '@marram/api-contract/comments'
import { LongDate } from '@marram/ui/date-range'
import { Wrap } from '@marram/ui/wrap'
import { Fragment } from 'react'
import css from './comment-list.module.css'

/** Links of visitors: search engines are asked to ignore them. */
const REL = 'nofollow ugc noopener'
/** What ends a sentence is not part of the address in it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'’)\]}])/i

/** Approved comments: text and addresses, never HTML. */
export function CommentList({ comments }: { comments: Comment[] }) {
  if (comments.length === 0) return null
  return (
    <section className={css.band} aria-labelledby="comments-title">
      <Wrap>
        <h2 className={css.title} id="comments-title">
          {comments.length === 1 ? 'One comment' : `${comments.length} comments`}
        </h2>
        <ol className={css.list}>
          {comments.map(({ id, name, text, date, website, rating }) => (
            <li key={id}>
              <p className={css.head}>
                <strong className={css.name}>{website ? <Foreign to={website}>{name}</Foreign> : name}</strong>
                <LongDate value={date} />
                {rating !== undefined && <span>{rating} of 5 stars</span>}
              </p>
              <p className={css.text}>
                {/* Every second part is an address. */}
                {text.split(ADDRESS).map((part, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
                  <Fragment key={i}>{i % 2 === 1 ? <Foreign to={part}>{part}</Foreign> : part}</Fragment>
                ))}
              </p>
            </li>
          ))}
        </ol>
      </Wrap>
    </section>
  )
}

/** Another host may have checked less than ours. */
const Foreign = ({ to, children }: { to: string; children: string }) =>
  /^https?:\/\//i.test(to) ? (
    <a href={to} rel={REL}>
      {children}
    </a>
  ) : (
    children
  )
