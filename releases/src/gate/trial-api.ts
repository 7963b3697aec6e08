import { type ApiResponse, apiCaller, type CallApi } from '@marram/rendering/api-calls'

/** The API as pages on trial reach it. A page without data is to blame for that where no call waits or has failed. */
export type TrialApi = { callApi: CallApi; waiting: number; failures: number }

export function trialApi(apiUrl: string): TrialApi {
  const call = apiCaller(apiUrl)
  const api: TrialApi = {
    waiting: 0,
    failures: 0,
    async callApi(...asked) {
      api.waiting += 1
      let hasAnswered = false
      try {
        const response = await call(...asked)
        hasAnswered = isAnswer(response)
        return response
      } finally {
        api.waiting -= 1
        if (!hasAnswered) api.failures += 1
      }
    },
  }
  return api
}

/** As the shell takes it: a code in the body counts, and a lack of time or permission is a failure. */
function isAnswer({ status, body }: ApiResponse): boolean {
  try {
    const { code = status < 300 ? 200 : status } = JSON.parse(String(body)) as { code?: number }
    return code === 200 || (code >= 400 && code < 500 && ![401, 403, 408, 429].includes(code))
  } catch {
    return false
  }
}
