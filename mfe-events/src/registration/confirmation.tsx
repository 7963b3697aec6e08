import { CheckIcon } from '@marram/ui/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import css from './confirmation.module.css'
import type { Sent } from './use-registration'

/** After a success: a dialog with what was sent, and a line that stays on the page. */
export function Confirmation({ form, sent }: { form: string; sent: Sent | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(sent !== undefined), [sent])
  const line = useRef<HTMLParagraphElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      {sent && (
        <p className={css.line} ref={line} tabIndex={-1}>
          <CheckIcon className={css.tick} />
          <span>
            <strong>{sent.message}</strong> You can fill in the form again for somebody else.
          </span>
        </p>
      )}
      <Modal
        open={open}
        title={<span className={css.title}>Your registration is in</span>}
        onCancel={close}
        focusable={{ focusTriggerAfterClose: false }}
        afterClose={() => line.current?.focus()}
        footer={
          <Button type="primary" onClick={close}>
            Close
          </Button>
        }
      >
        <p>This is what you sent with “{form}”.</p>
        <dl className={css.answers}>
          {sent?.answers.map(({ label, value }, i) => (
            <div key={i}>
              <dt>{label}</dt>
              <dd>
                {value.startsWith('data:image/') ? (
                  <img className={css.image} src={value} alt={`What you sent for ${label}`} width="132" height="99" />
                ) : (
                  value || 'No answer'
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
