import { getInitiative, listInitiatives } from '@marram/api-contract/initiatives'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { excerpt } from '@marram/ui/excerpt'
import { FailedBlock } from '@marram/ui/failed-block'
import { Prose } from '@marram/ui/prose'
import { sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { visibleText } from '@marram/ui/visible-text'
import { bySlug } from '../api'
import { ChartBeside, drawable } from '../components/chart'
import { Briefs } from '../components/latest-posts'
import { ArticleLayout } from '../layouts/article-layout'
import { howInitiativesWork } from '../sample-content'
import css from './initiative.module.css'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const slug = params.slug ?? ''
  const [{ title, first_image: image, short_description, details = '', chart }, all] = await Promise.all([
    bySlug(getInitiative)(slug, signal),
    unlessFailed(get(listInitiatives, { signal })),
  ])
  const others = all
    ?.filter((each) => each.slug !== slug)
    .map(({ slug, title, first_image: image }) => ({ slug, title, image }))
  return {
    title,
    image,
    about: visibleText(short_description),
    details: await sanitiseHtml(details),
    summary: excerpt(short_description, 155),
    chart: drawable(chart),
    others,
  }
}

/** Title, picture, first words and details are the initiative's own; the text after them is the same for all. */
export function Component() {
  const { title, image, about, details, summary, chart, others } = useLoaderData<typeof loader>()
  const more = others ? (
    <Briefs title="More initiatives" items={others} linkTo={paths.techInitiative} />
  ) : (
    <FailedBlock title="The other initiatives could not be loaded." />
  )
  return (
    <ArticleLayout
      title={title}
      image={image}
      trail={[{ title: 'Tech Initiatives', to: paths.techInitiatives() }]}
      facts={<Chip tone="coast">Tech initiative</Chip>}
      // A chart is as high as the text, and the list then has no room beside both.
      aside={chart ? <ChartBeside chart={chart} /> : more}
      below={
        <>
          <HowInitiativesWork />
          {chart && <div className={css.more}>{more}</div>}
        </>
      }
    >
      <PageMeta title={title} description={summary} image={image} type="article" />
      <div className="prose">
        {about && <p>{about}</p>}
        {details && <Prose html={details} />}
      </div>
    </ArticleLayout>
  )
}

const HowInitiativesWork = () => (
  <div className={css.how}>
    <p className={css.lead}>{howInitiativesWork.lead}</p>
    <ol className={css.steps}>
      {howInitiativesWork.parts.map(({ title, paragraphs }) => (
        <li key={title} className={css.part}>
          <h2 className={css.title}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </li>
      ))}
    </ol>
  </div>
)
