import { UploadIcon } from '@marram/ui/icons'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import css from './image-field.module.css'
import { imageTypeNames, imageTypes, readImage } from './read-image'

type Props = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  label: string
  /** The image as a data URL, or empty. */
  value: string
  onChange: (value: string) => void
}

type Chosen = { name: string; size: number }

/** Choose or drop one image; it is checked, shown, and becomes a data URL. */
export function ImageField({ id, label, value, onChange, ...wiring }: Props) {
  const [chosen, setChosen] = useState<Chosen>()
  const [refused, setRefused] = useState<string>()
  const take = async (file: File) => {
    setRefused(undefined)
    try {
      const image = await readImage(file)
      setChosen({ name: file.name, size: file.size })
      onChange(image)
    } catch (error) {
      setRefused((error as Error).message)
    }
  }
  return (
    <>
      <Upload.Dragger
        className={css.drop}
        accept={imageTypes.join(',')}
        hasControlInside
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <div className={css.inside}>
          {value && (
            <img
              className={css.preview}
              src={value}
              alt={`Preview of ${chosen?.name ?? label}`}
              width="132"
              height="99"
            />
          )}
          <div className={css.words}>
            {value ? (
              <>
                <strong className={css.name}>{chosen?.name ?? 'Your image'}</strong>
                <span className={css.size}>
                  {chosen && `${Math.max(1, Math.round(chosen.size / 1024))} KB, ready to send`}
                </span>
              </>
            ) : (
              <span className={css.size}>Drop an image here, or choose one. {imageTypeNames}.</span>
            )}
          </div>
          <Button
            {...wiring}
            className={css.button}
            id={id}
            size="small"
            icon={value ? undefined : <UploadIcon className={css.icon} />}
          >
            {value ? 'Replace' : 'Choose an image'}
          </Button>
        </div>
      </Upload.Dragger>
      <div role="status">{refused && <p className={css.refused}>{refused}</p>}</div>
      {value && (
        <Button
          size="small"
          type="text"
          onClick={() => {
            setChosen(undefined)
            onChange('')
            document.getElementById(id)?.focus()
          }}
        >
          Remove<span className="visually-hidden"> the image for {label}</span>
        </Button>
      )}
    </>
  )
}
