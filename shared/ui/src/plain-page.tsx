import { PageMeta } from '@marram/host/page-meta'
import { useLocation } from '@marram/host/router'
import type { ComponentProps } from 'react'
import { LinkButton } from './button'
import { PageBanner } from './page-banner'
import css from './plain-page.module.css'
import { Wrap } from './wrap'

type Props = Pick<ComponentProps<typeof PageBanner>, 'hour' | 'art'> & {
  /** Instead of the last word of the address. */
  title?: string
}

/** An address that exists and whose page is not written yet. */
export function PlainPage({ hour, art, title: given }: Props) {
  const { pathname } = useLocation()
  const title = given ?? titleOf(pathname)
  return (
    <>
      <PageMeta title={title} noIndex />
      <PageBanner title={title} hour={hour} art={art} />
      <Wrap className={css.body}>
        <p className={css.lead}>This page is being written.</p>
        <LinkButton to="/">Back to home</LinkButton>
      </Wrap>
    </>
  )
}

function titleOf(path: string): string {
  const words = decode(path.split('/').filter(Boolean).at(-1) ?? '').replace(/-/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
