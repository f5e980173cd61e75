-- When a team's admins were told that the month's limit is met: once a month, and anew when it is set anew.
ALTER TABLE billing_auto_deductions ADD COLUMN limit_told_at BIGINT;
