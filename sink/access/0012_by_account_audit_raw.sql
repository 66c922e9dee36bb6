CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.audit_raw USING {{.OwnRows}} TO analyst, auditor
