import { UploadIcon } from '@marram/ui/icons'
import { Button } from 'antd'
import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FileRefused, imageTypeNames, imageTypes, readImage, sizeOf } from '../images/read-image'
import type { Work } from '../images/use-pending'
import type { ControlProps, FieldKindDefinition } from './field'
import css from './image-field.module.css'

export const imageField: FieldKindDefinition = {
  Control: ImageControl,
  request: (label) => `Choose an image for “${label}”`,
  isImage: true,
}

/** The input is the browser's own: it opens before any script has come, and what was chosen by then is read later. */
function ImageControl({ field, value, onChange, onWork, ...wiring }: ControlProps) {
  const input = useRef<HTMLInputElement>(null)
  const { name, share, refused, take, drop } = useImage(input, onChange, onWork)
  const [over, setOver] = useState(false)

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const onPaste = ({ clipboardData: { files } }: ClipboardEvent) => take(files[0])
  const remove = () => {
    drop()
    onChange('')
    input.current?.focus()
  }
  const title = name ?? 'Your image'
  const percent = Math.round((share ?? 1) * 100)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: everything here can be done with the input inside as well
    <div
      className={css.drop}
      data-over={over || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      {value && <img className={css.preview} src={value} alt={`Preview of ${title}`} width="132" height="99" />}
      <div className={css.words}>
        <div role="status">
          {share === undefined && value && (
            <>
              <strong className={css.name}>{title}</strong>
              <span className={css.size}>{sizeOf(value)}, ready to send</span>
            </>
          )}
          {share !== undefined && <span className={css.size}>Reading your image</span>}
          {share === undefined && refused && <p className={css.refused}>{refused}</p>}
        </div>
        {share === undefined && !value && (
          <span className={css.size}>Drop or paste an image here, or choose one. {imageTypeNames}.</span>
        )}
        {(share !== undefined || value) && (
          <div
            className={css.bar}
            role="progressbar"
            aria-label={`Reading ${title}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <div style={{ inlineSize: `${percent}%` }} />
          </div>
        )}
      </div>
      <div className={css.actions}>
        <input
          {...wiring}
          className={css.input}
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          onChange={({ target }) => {
            take(target.files?.[0])
            // So that the same file can be chosen again.
            target.value = ''
          }}
          suppressHydrationWarning
        />
        <label className={css.button} htmlFor={wiring.id}>
          {!value && <UploadIcon className={css.icon} />}
          {value ? 'Replace' : 'Choose an image'}
        </label>
        {value && (
          <Button className={css.remove} size="small" type="text" onClick={remove}>
            Remove<span className="visually-hidden"> the image for {field.label}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

/** `name` is that of the file that was read last, `share` how much of one is read, while one is. */
type Reading = { name?: string; share?: number; refused?: string }

/** Reads the files that a visitor gives a field: only the last one counts. `onWork` is called with each reading. */
function useImage(
  input: RefObject<HTMLInputElement | null>,
  onRead: (image: string) => void,
  onWork: (work: Work) => void,
) {
  const [reading, setReading] = useState<Reading>({})
  const latest = useRef<File>(undefined)

  const read = async (file: File): Work => {
    latest.current = file
    const isLatest = () => latest.current === file
    const show = (next: Reading) => isLatest() && setReading(({ name }) => ({ name, ...next }))
    show({ share: 0 })
    try {
      const image = await readImage(file, (share) => show({ share }))
      if (isLatest()) onRead(image)
      show({ name: file.name })
      return undefined
    } catch (error) {
      const refused = error instanceof FileRefused ? error.message : undefined
      show({ refused })
      if (refused === undefined) throw error
      return isLatest() ? refused : undefined
    }
  }
  const take = (file: File | undefined) => {
    if (file) onWork(read(file))
  }
  const takeChosen = useEffectEvent(() => take(input.current?.files?.[0]))

  useEffect(() => {
    const leaving = new AbortController()
    // An image that was chosen before hydration.
    takeChosen()
    // A file that is dropped beside the field would otherwise replace the whole page.
    const stay = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, stay, { signal: leaving.signal })
    return () => {
      leaving.abort()
      // What is read after the field has left the page is dropped.
      latest.current = undefined
    }
  }, [])

  return {
    ...reading,
    take,
    drop: () => {
      latest.current = undefined
      setReading({})
    },
  }
}
