REVOKE SELECT ON {{.Database}}.masking_keys FROM auditor
