import type { ReactNode } from 'react'
import css from './chip.module.css'

const tones = ['olympiad', 'sports', 'exhibitions', 'submissions', 'tickets', 'courses', 'open', 'quiet'] as const
export type Tone = (typeof tones)[number] | 'coast'

/** The tone of a category, by its title; `coast` for any other. */
export function toneOf(title: string): Tone {
  const name = title.trim().toLowerCase()
  return tones.find((tone) => tone === name) ?? 'coast'
}

export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${css.chip} ${css[tone] ?? ''}`}>{children}</span>
}

export function CategoryChip({ title }: { title: string | undefined }) {
  return title ? <Chip tone={toneOf(title)}>{title}</Chip> : null
}

export const RegistrationOpen = () => <Chip tone="open">Registration Open</Chip>

export const RegistrationClosed = () => <Chip tone="quiet">Registration closed</Chip>

export const Over = () => <Chip tone="quiet">Over</Chip>
