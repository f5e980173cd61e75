/** What of the rail comes after the first page. */
export { UsageRing } from "@ensemble/feature-billing/UsageRing";
export { RailTools } from "./RailTools";
