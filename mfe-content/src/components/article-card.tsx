import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { TornCard } from '@marram/ui/torn-card'
import type { articleCard } from './article-data'

type Props = { card: ReturnType<typeof articleCard>; shape: 'wide' | 'small'; to: string }

export const ArticleCard = ({ card: { slug, title, image, date, category, excerpt }, shape, to }: Props) => (
  <TornCard
    shape={shape}
    to={to}
    title={title}
    seed={slug}
    image={image}
    chip={<CategoryChip title={category} />}
    meta={<LongDate value={date} />}
  >
    {excerpt}
  </TornCard>
)
