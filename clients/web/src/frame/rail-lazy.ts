/** Parts of the rail that load after the first page. */
export { UsageRing } from "@ensemble/feature-billing/usage/UsageRing";
