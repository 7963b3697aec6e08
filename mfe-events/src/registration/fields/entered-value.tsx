import type { FormValue } from './field'
import { isImage, plainText } from './field-kinds'

type Props = FormValue & { alt: string; className: string | undefined; empty?: string }

export const EnteredValue = ({ kind, value, alt, className, empty = '' }: Props) =>
  isImage(kind) && value ? (
    <img className={className} src={value} alt={alt} width="132" height="99" />
  ) : (
    plainText(kind, value) || empty
  )
