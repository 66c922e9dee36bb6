CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.events_raw USING {{.OwnRows}} TO analyst, auditor
