import type { TeamMember } from '@marram/api-contract/organisation'
import { Portrait } from '@marram/ui/portrait'
import { Section } from '@marram/ui/section'
import css from './team.module.css'

/** The people, four to a row. */
export function Team({ people }: { people: TeamMember[] }) {
  return (
    <Section id="support-team" title="Support team">
      <ul className={css.people}>
        {people.map(({ name, designation, image }) => (
          <li key={name}>
            <Portrait src={image} name={name} size={160} />
            <h3 className={css.name}>{name}</h3>
            <p className={css.designation}>{designation}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
