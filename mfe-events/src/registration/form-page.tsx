import { Breadcrumb } from '@marram/ui/breadcrumb'
import { ScriptNote } from '@marram/ui/form-notes'
import { Wrap } from '@marram/ui/wrap'
import type { ComponentProps, ReactNode } from 'react'
import { ByPhone } from './by-phone'
import { EventInformation } from './event-information'
import css from './form-page.module.css'

type Props = {
  title: string
  /** In place of what is true of forms that are open. */
  intro?: ReactNode
  children: ReactNode
} & ComponentProps<typeof EventInformation>

/** A form at left, what to know about it at right. */
export function FormPage({ title, intro, children, event, over }: Props) {
  return (
    <div className={css.page}>
      <Wrap>
        <Breadcrumb current={title} />
        <div className={css.columns}>
          <div>
            <h1 className={css.title}>{title}</h1>
            <p className={css.intro}>
              {intro ??
                'It takes a few minutes. We keep a draft on this device while you type, so you can close the page and come back.'}
            </p>
            <ScriptNote>
              <ByPhone />
            </ScriptNote>
            {children}
          </div>
          <EventInformation event={event} over={over} />
        </div>
      </Wrap>
    </div>
  )
}
