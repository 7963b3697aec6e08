import type { ReactNode } from 'react'
import css from './icons.module.css'

export type IconProps = { className?: string }

/** A line icon on a 24 px grid, in the colour of the text. It decorates the words beside it. */
export function Line({ className = '', d, children }: IconProps & { d: string; children?: ReactNode }) {
  return (
    <svg
      className={`${css.icon} ${className}`}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
      <path d={d} />
    </svg>
  )
}

export const SearchIcon = (props: IconProps) => (
  <Line {...props} d="m20.5 20.5-4.3-4.3">
    <circle cx="11" cy="11" r="7" />
  </Line>
)
export const ChevronIcon = (props: IconProps) => <Line {...props} d="m6 9 6 6 6-6" />
export const ArrowIcon = ({ className = '' }: IconProps) => (
  <Line className={`${css.onward} ${className}`} d="M4 12h15M13 6l6 6-6 6" />
)
export const MenuIcon = (props: IconProps) => <Line {...props} d="M4 8h16M4 16h11" />
export const CloseIcon = (props: IconProps) => <Line {...props} d="M6 6l12 12M18 6 6 18" />
export const CalendarIcon = (props: IconProps) => (
  <Line {...props} d="M3.5 10h17M8 2.8V6M16 2.8V6">
    <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
  </Line>
)
export const ClockIcon = (props: IconProps) => (
  <Line {...props} d="M12 7.5V12l3 2">
    <circle cx="12" cy="12" r="8.5" />
  </Line>
)
export const PinIcon = (props: IconProps) => (
  <Line {...props} d="M12 21.500s7-6.2 7-11.500a7 7 0 1 0-14 0c0 5.3 7 11.5 7 11.500Z">
    <circle cx="12" cy="10" r="2.6" />
  </Line>
)
export const FeeIcon = (props: IconProps) => (
  <Line
    {...props}
    d="M3.5 8.500a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v1.700a1.9 1.9 0 0 0 0 3.700v1.700a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-1.700a1.9 1.9 0 0 0 0-3.700Z M14 6.800v2M14 11v2M14 15.200v2"
  />
)
export const CheckIcon = (props: IconProps) => <Line {...props} d="m4.5 12.5 5 5L19.5 7" />
export const WarningIcon = (props: IconProps) => (
  <Line {...props} d="M12 8v5M12 16.500v.1">
    <circle cx="12" cy="12" r="9" />
  </Line>
)
export const UploadIcon = (props: IconProps) => (
  <Line {...props} d="M12 15V3.500M7.5 7.5 12 3l4.5 4.500M5 12v6.500A2 2 0 0 0 7 20.500h10a2 2 0 0 0 2-2V12" />
)
export const PauseIcon = (props: IconProps) => <Line {...props} d="M9 5v14M15 5v14" />
export const PlayIcon = ({ className = '' }: IconProps) => (
  <Line
    className={`${css.filled} ${className}`}
    d="M5 3.400v17.200c0 .9 1 1.4 1.7.9l13-8.600c.7-.4.7-1.4 0-1.800l-13-8.600C6 2 5 2.5 5 3.400Z"
  />
)

export const StarIcon = (props: IconProps) => (
  <Line {...props} d="m12 3 2.8 5.8 6.2.9-4.5 4.4 1.1 6.3-5.6-3-5.6 3 1.1-6.3L3 9.7l6.2-.9z" />
)
export const ShareIcon = (props: IconProps) => (
  <Line {...props} d="M12 15V3M7.5 7 12 2.8 16.5 7M7 11H5.5v9.5h13V11H17" />
)
