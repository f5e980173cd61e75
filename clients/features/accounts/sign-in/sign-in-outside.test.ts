import { serve, testSession } from "@ensemble/blocks/testing";
import type { SignInProof, SignInRefusal } from "@ensemble/host/host";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { RefusedOutside, signInOutsideMutation } from "./sign-in-outside";

const run = (outcome: SignInProof | SignInRefusal) =>
  new MutationObserver(
    new QueryClient(),
    signInOutsideMutation(() => Promise.resolve(outcome)),
  ).mutate();

test("a window is signed in by what was allowed in the browser", async () => {
  const session = testSession();
  serve({ "POST /api/accounts/device-grants/redeem": { token: null, session } });
  const proof = { code: "c", codeVerifier: "v", redirectUrl: "http://127.0.0.1:4000/auth-landing" };
  expect(await run(proof)).toEqual(session);
});

test("a refusal says which it is", async () => {
  serve({});
  await expect(run("denied")).rejects.toEqual(new RefusedOutside("denied"));
});
