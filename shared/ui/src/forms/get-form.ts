import { useNavigate } from '@marram/sdk/router'
import type { FormEvent } from 'react'

/** For `onSubmit` of a GET form, which works without scripts too: navigates in the page, without what is empty. */
export function useGetForm(action: string) {
  const navigate = useNavigate()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value).trim()])
    const query = new URLSearchParams(given.filter(([, value]) => value !== ''))
    void navigate(query.size > 0 ? `${action}?${query}` : action)
  }
}
