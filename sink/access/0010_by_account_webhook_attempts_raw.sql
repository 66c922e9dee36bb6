CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.webhook_attempts_raw USING {{.OwnRows}} TO analyst, auditor
