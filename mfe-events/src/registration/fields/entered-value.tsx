import type { FormValue } from './field'
import { isImage, plainText } from './field-kinds'

type Props = FormValue & {
  alt: string
  className: string | undefined
  /** Stands where nothing was entered. */
  empty?: string
}

/** What was entered, as text or as the image itself. */
export const EnteredValue = ({ kind, value, alt, className, empty = '' }: Props) =>
  isImage(kind) && value ? (
    <img className={className} src={value} alt={alt} width="132" height="99" />
  ) : (
    plainText(kind, value) || empty
  )
