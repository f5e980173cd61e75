/** The operations of consent to apps, and their types. */

/** A request with which an app sends a person here (OAuth 2.1). */
export interface AppRequest {
  client_id: string;
  redirect_uri: string;
  response_type: string;
  code_challenge: string;
  code_challenge_method: string;
  state?: string;
  resource?: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/gateway/oauth/request": {
      query: AppRequest;
      answer: { client_name: string; place: string; refused_url: string };
    };
  }

  interface PostOperations {
    "/api/gateway/oauth/grants": { body: AppRequest; answer: { redirect_to: string } };
  }
}
