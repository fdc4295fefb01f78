insert into uploads (id, account_id, site_id, job_id, object_key, file_name, bytes, sha256, put)
values (@id, @account_id, nullif(@site_id, '')::uuid, @job_id, @object_key, @file_name, @bytes, @sha256, @put)
