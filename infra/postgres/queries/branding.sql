select brand_name as name, brand_color as color, brand_logo as logo from accounts where id = @account_id
